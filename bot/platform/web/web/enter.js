// Opening a page takes no name: the form does, which this sends.
document.querySelector("form.enter").requestSubmit();
