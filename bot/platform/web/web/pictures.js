// Pictures are loaded when they scroll into view. The old picture stays until the new one is
// loaded.

// fetchSeen loads a picture when it becomes visible. A blank stands for it until then, to save
// a slow connection.
const fetchSeen = new IntersectionObserver((all) => {
  for (const { isIntersecting, target } of all) if (isIntersecting) show(target);
});

const blank = (pic) => pic.parentElement.querySelector("source");

function show(pic) {
  fetchSeen.unobserve(pic);
  blank(pic)?.remove();
}

const stands = (pic) => pic.naturalWidth > 0 && !pic.currentSrc.endsWith("/blank.svg");

// beginPicture loads a new message's picture once it is visible.
export function beginPicture(message) {
  const pic = pictureOf(message);
  if (pic) fetchSeen.observe(pic);
}

const fetches = new Map(); // the picture being loaded, by message

// keepPicture keeps the old picture until the new one is loaded. An outdated load is
// cancelled, so that the bot doesn't draw in vain.
export function keepPicture(was, pic, ref) {
  if (was) fetchSeen.unobserve(was);
  if (pic && (!was || blank(was))) return fetchSeen.observe(pic); // not visible yet
  if (pic) show(pic);
  const next = pic && pic.getAttribute("src");
  const late = fetches.get(ref);
  if (late && late.src !== next) {
    late.off.abort();
    fetches.delete(ref);
  }
  if (!next || !was || was.getAttribute("src") === next) return;
  if (!stands(was)) return was.removeAttribute("src"); // nothing is shown yet, and this picture is outdated
  pic.setAttribute("src", was.getAttribute("src"));
  pic.dataset.next = next;
  if (!fetches.has(ref)) bring(ref, next);
}

async function bring(ref, src) {
  const mine = { src, off: new AbortController() };
  fetches.set(ref, mine);
  let status = 0;
  try {
    const answer = await fetch(src, { signal: mine.off.signal });
    await answer.blob();
    status = answer.status;
  } catch (lost) {
    // told below
  }
  if (fetches.get(ref) !== mine) return;
  fetches.delete(ref);
  const pic = pictureOf(document.getElementById(ref));
  if (!pic || pic.dataset.next !== src || status === 410) return; // a newer one is being loaded
  delete pic.dataset.next;
  if (status === 200) pic.setAttribute("src", src);
  else tell(pic);
}

export const pictureOf = (message) => message && message.querySelector(".picture img");

// tell shows the alternative text of a picture that can't be loaded. The message's next change
// tries again.
function tell(pic) {
  const words = document.createElement("span");
  words.className = "told";
  words.textContent = pic.alt;
  pic.closest(".picture").replaceWith(words);
}

document.addEventListener("error", (e) => e.target.matches(".picture img") && tell(e.target), true);
for (const message of document.querySelectorAll(".msg")) beginPicture(message);
