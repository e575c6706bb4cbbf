// What the pages of signing in do besides: they work without it, and what needs it is hidden until it is here.
for (const button of document.querySelectorAll('[data-copy], [data-print], [data-show]'))
  button.hidden = false;

async function copy(button) {
  const label = button.textContent;
  let said = 'Copied';
  try {
    await navigator.clipboard.writeText(button.dataset.copy);
  } catch {
    said = 'Select and copy by hand';
  }
  button.textContent = said;
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

// A browser does not keep what was typed into a field of text.
document.addEventListener('submit', () => {
  for (const button of document.querySelectorAll('[data-show]'))
    document.getElementById(button.dataset.show).type = 'password';
});
