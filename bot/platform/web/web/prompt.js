// The dialog that asks the reader for a line of text.

const dialog = document.getElementById("prompt");
const form = document.getElementById("prompt-form");
const [title, label] = form.querySelectorAll("h2, label");

// showPrompt opens the dialog. The form sends Line, a command, and the reader's text, which completes it.
export function showPrompt({ Title, Label, Hint, Line, Max }) {
  const { line, text } = form.elements;
  title.textContent = Title;
  label.textContent = Label;
  line.value = Line;
  text.value = "";
  text.placeholder = Hint;
  text.maxLength = Max;
  dialog.close();
  dialog.showModal();
}

form.addEventListener("submit", () => dialog.close());
