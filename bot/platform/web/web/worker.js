// The service worker of notifications: touching a notification focuses the page, or opens it.

self.addEventListener("notificationclick", (e) => {
  e.notification.close();
  const pages = self.clients.matchAll({ type: "window", includeUncontrolled: true });
  e.waitUntil(pages.then((all) => (all.length > 0 ? all[0].focus() : self.clients.openWindow("/"))));
});
