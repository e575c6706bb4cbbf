// Progressive enhancement of the sign-in pages: they work without this script, which shows the buttons that need it.
for (const button of document.querySelectorAll('[data-copy], [data-print], [data-show]'))
  button.hidden = false;

async function copy(button) {
  const label = button.textContent;
  let message = 'Copied';
  try {
    await navigator.clipboard.writeText(button.dataset.copy);
  } catch {
    message = 'Select and copy by hand';
  }
  button.textContent = message;
  setTimeout(() => {
    button.textContent = label;
  }, 2000);
}

function show(button) {
  const field = document.getElementById(button.dataset.show);
  const isShown = field.type === 'text';
  field.type = isShown ? 'password' : 'text';
  const word = isShown ? 'Show' : 'Hide';
  button.textContent = word;
  button.setAttribute('aria-label', `${word} what is typed`);
}

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('button') : null;
  if (!button) return;
  if (button.dataset.copy !== undefined) void copy(button);
  if (button.dataset.print !== undefined) print();
  if (button.dataset.show !== undefined) show(button);
});

// The password manager of a browser does not save the value of a plain text field.
document.addEventListener('submit', () => {
  for (const button of document.querySelectorAll('[data-show]'))
    document.getElementById(button.dataset.show).type = 'password';
});
