// Submits the sign-in form on load. The link itself must not claim the name: previews and crawlers follow
// links.
document.querySelector("form.enter").requestSubmit();
