// Loads pictures in view. The old picture stays until the new one is loaded.

// A blank picture spares slow connections until the picture is visible.
const fetchSeen = new IntersectionObserver((all) => {
  for (const { isIntersecting, target } of all) if (isIntersecting) show(target);
});

const blank = (pic) => pic.parentElement.querySelector("source");

function show(pic) {
  fetchSeen.unobserve(pic);
  blank(pic)?.remove();
}

const stands = (pic) => pic.naturalWidth > 0 && !pic.currentSrc.endsWith("/blank.svg");

export function beginPicture(message) {
  const pic = pictureOf(message);
  if (pic) fetchSeen.observe(pic);
}

const fetches = new Map(); // by message

// keepPicture keeps the old picture until the new one is loaded. It cancels outdated loads: the bot must not draw in
// vain.
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
  if (!stands(was)) return was.removeAttribute("src"); // nothing is shown yet
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
    // tell reports the failure below
  }
  if (fetches.get(ref) !== mine) return;
  fetches.delete(ref);
  const pic = pictureOf(document.getElementById(ref));
  if (!pic || pic.dataset.next !== src || status === 410) return; // a newer picture follows
  delete pic.dataset.next;
  if (status === 200) pic.setAttribute("src", src);
  else tell(pic);
}

export const pictureOf = (message) => message && message.querySelector(".picture img");

// tell shows the alternative text until the message changes again.
function tell(pic) {
  const words = document.createElement("span");
  words.className = "alt-text";
  words.textContent = pic.alt;
  pic.closest(".picture").replaceWith(words);
}

document.addEventListener("error", (e) => e.target.matches(".picture img") && tell(e.target), true);
for (const message of document.querySelectorAll(".msg")) beginPicture(message);
