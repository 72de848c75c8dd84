// Pictures: they are fetched when they come in sight, and the old one stands until the new
// one has come.

// fetchSeen fetches a picture that the reader sees: until then something blank stands for it,
// so that what is out of sight takes nothing of a slow line.
const fetchSeen = new IntersectionObserver((all) => {
  for (const { isIntersecting, target } of all) if (isIntersecting) show(target);
});

const blank = (pic) => pic.parentElement.querySelector("source");

function show(pic) {
  fetchSeen.unobserve(pic);
  blank(pic)?.remove();
}

const stands = (pic) => pic.naturalWidth > 0 && !pic.currentSrc.endsWith("/blank.svg");

// beginPicture lets the picture of a new message come once it is seen.
export function beginPicture(message) {
  const pic = pictureOf(message);
  if (pic) fetchSeen.observe(pic);
}

const fetches = new Map(); // by message, the picture that is on its way for it

// keepPicture lets the old picture stand until the new one has come. What is still
// on its way and not wanted any more is called off, so that it isn't drawn in vain.
export function keepPicture(was, pic, ref) {
  if (was) fetchSeen.unobserve(was);
  if (pic && (!was || blank(was))) return fetchSeen.observe(pic); // not seen yet
  if (pic) show(pic);
  const next = pic && pic.getAttribute("src");
  const late = fetches.get(ref);
  if (late && late.src !== next) {
    late.off.abort();
    fetches.delete(ref);
  }
  if (!next || !was || was.getAttribute("src") === next) return;
  if (!stands(was)) return was.removeAttribute("src"); // nothing stands yet, and that isn't wanted any more
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
  if (!pic || pic.dataset.next !== src || status === 410) return; // what is newer is on its way
  delete pic.dataset.next;
  if (status === 200) pic.setAttribute("src", src);
  else tell(pic);
}

export const pictureOf = (message) => message && message.querySelector(".picture img");

// tell shows what a picture that doesn't come would show, in words. The next
// change of the message asks for one again.
function tell(pic) {
  const words = document.createElement("span");
  words.className = "told";
  words.textContent = pic.alt;
  pic.closest(".picture").replaceWith(words);
}

document.addEventListener("error", (e) => e.target.matches(".picture img") && tell(e.target), true);
for (const message of document.querySelectorAll(".msg")) beginPicture(message);
