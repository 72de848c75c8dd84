// Pictures: the old one stands until the new one has come.

const fetches = new Map(); // by message, the picture that is on its way for it

// keepPicture lets the old picture stand until the new one has come. What is still
// on its way and not wanted any more is called off, so that it isn't drawn in vain.
export function keepPicture(was, pic, ref) {
  const next = pic && pic.getAttribute("src");
  const late = fetches.get(ref);
  if (late && late.src !== next) {
    late.off.abort();
    fetches.delete(ref);
  }
  if (!next || !was || was.getAttribute("src") === next) return;
  if (!was.naturalWidth) return was.removeAttribute("src"); // nothing stands yet, and that isn't wanted any more
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
for (const pic of document.querySelectorAll(".picture img")) if (pic.complete && !pic.naturalWidth) tell(pic);
