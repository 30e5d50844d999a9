// Runs before the first paint, so that a dark page never flashes white. MUI reads and writes the same key.
;(function () {
  var mode = 'system'
  try {
    mode = localStorage.getItem('mui-mode') || 'system'
  } catch {
    // Storage is closed to us: the system's scheme it is.
  }
  if (mode === 'system') mode = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  document.documentElement.setAttribute('data-color-scheme', mode)
})()
