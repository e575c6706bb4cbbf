// Runs before the first paint, so that a chosen theme never flashes the other one.
function keptTheme() {
  try {
    return localStorage.getItem('theme');
  } catch {
    // Storage is closed to us: the page that frames this one may say; else the system's theme applies.
    return new URLSearchParams(location.search).get('theme');
  }
}

const theme = keptTheme();
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
