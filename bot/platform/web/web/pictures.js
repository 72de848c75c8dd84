// Loads pictures when they scroll into view. A message's old picture stays until the new one has loaded.

// Until a picture is in view, a blank image takes its place, to spare slow connections.
const viewObserver = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) if (isIntersecting) removePlaceholder(target);
});

const placeholder = (img) => img.parentElement.querySelector("source");

function removePlaceholder(img) {
  viewObserver.unobserve(img);
  placeholder(img)?.remove();
}

const isLoaded = (img) => img.naturalWidth > 0 && !img.currentSrc.endsWith("/blank.svg");

export function observePicture(message) {
  const img = pictureOf(message);
  if (img) viewObserver.observe(img);
}

const loads = new Map(); // running loads by message ID

// keepPicture shows the old picture until the new one has loaded. It cancels outdated loads: otherwise the
// server would draw pictures that nobody sees.
export function keepPicture(oldImg, img, ref) {
  if (oldImg) viewObserver.unobserve(oldImg);
  if (img && (!oldImg || placeholder(oldImg))) return viewObserver.observe(img); // not visible yet
  if (img) removePlaceholder(img);
  const src = img && img.getAttribute("src");
  const running = loads.get(ref);
  if (running && running.src !== src) {
    running.controller.abort();
    loads.delete(ref);
  }
  if (!src || !oldImg || oldImg.getAttribute("src") === src) return;
  if (!isLoaded(oldImg)) return oldImg.removeAttribute("src"); // nothing is shown yet
  img.setAttribute("src", oldImg.getAttribute("src"));
  img.dataset.pendingSrc = src;
  if (!loads.has(ref)) loadPicture(ref, src);
}

async function loadPicture(ref, src) {
  const load = { src, controller: new AbortController() };
  loads.set(ref, load);
  let status = 0;
  try {
    const response = await fetch(src, { signal: load.controller.signal });
    await response.blob();
    status = response.status;
  } catch (lost) {
    // showAltText reports the failure below
  }
  if (loads.get(ref) !== load) return;
  loads.delete(ref);
  const img = pictureOf(document.getElementById(ref));
  if (!img || img.dataset.pendingSrc !== src || status === 410) return; // a newer picture follows
  delete img.dataset.pendingSrc;
  if (status === 200) img.setAttribute("src", src);
  else showAltText(img);
}

export const pictureOf = (message) => message && message.querySelector(".picture img");

// showAltText replaces the picture by its alternative text until the message changes.
function showAltText(img) {
  const altText = document.createElement("span");
  altText.className = "alt-text";
  altText.textContent = img.alt;
  img.closest(".picture").replaceWith(altText);
}

document.addEventListener("error", (e) => e.target.matches(".picture img") && showAltText(e.target), true);
for (const message of document.querySelectorAll(".msg")) observePicture(message);
