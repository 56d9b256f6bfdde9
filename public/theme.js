// Runs before the first paint, so that nobody in the dark is flashed at, and nothing jumps. A file of its own: the page allows no inline script.
;(function () {
  var root = document.documentElement
  var read = function (name) {
    try {
      return window.localStorage.getItem(name)
    } catch {
      return null
    }
  }
  var theme = read('theme')
  var dark = theme === 'dark' || (theme !== 'light' && window.matchMedia('(prefers-color-scheme: dark)').matches)
  root.dataset.theme = dark ? 'dark' : 'light'
  root.dataset.density = read('density') || 'normal'
  // Which of the three layouts the page will have: what stands there until it is ready has the same.
  var first = window.location.pathname.split('/')[1]
  var isPublic = first === '' || first === 'index' || first === 'auth'
  root.dataset.layout = isPublic ? 'auth' : first === 'main' ? 'default' : 'database'
})()
