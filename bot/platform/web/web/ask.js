// A question that the reader answers by typing a line of text.

const dialog = document.getElementById("ask");
const form = document.getElementById("ask-form");
const [title, label] = form.querySelectorAll("h2, label");

// ask shows the question. What is typed is sent behind its line, as a command is.
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
