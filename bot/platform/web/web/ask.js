// A question that the reader answers with a line of text.

const dialog = document.getElementById("ask");
const form = document.getElementById("ask-form");
const [title, label] = form.querySelectorAll("h2, label");

// The answer is appended to the question's command.
export function ask({ Title, Label, Hint, Line, Max }) {
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
