// Runs before the first paint, so that the other theme never flashes.
function storedTheme() {
  try {
    return localStorage.getItem('theme');
  } catch {
    // Storage is blocked: use the theme of the embedding page, or else the system's theme.
    return new URLSearchParams(location.search).get('theme');
  }
}

const theme = storedTheme();
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
