// Runs first of all, so that nobody in the dark is flashed at, nothing jumps, and nothing is asked for late. A file of
// its own: the page allows no inline script.
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
  var path = window.location.pathname
  var first = path.split('/')[1]
  var isPublic = first === '' || first === 'index' || first === 'auth'
  var isOwn = /^(main|profile|keys|settings|users|tailwind)$/.test(first)
  var layout = isPublic ? 'auth' : isOwn ? 'default' : 'database'
  root.dataset.layout = layout
  // What such a page needs is asked for now; the build wrote down the names of the files (scripts/viteEarly.ts).
  var files = document.currentScript ? document.currentScript.dataset : {}
  var locale = read('locale') || (navigator.language || 'en').slice(0, 2)
  var texts = files['texts' + locale.charAt(0).toUpperCase() + locale.slice(1)] || files.textsEn
  var needed = [files[layout], texts, /\/entity\/[^/]{36}\/?$/.test(path) && files.grid]
  needed
    .filter(Boolean)
    .join(' ')
    .split(' ')
    .filter(Boolean)
    .forEach(function (file) {
      var link = document.createElement('link')
      link.rel = 'modulepreload'
      link.crossOrigin = ''
      link.href = '/' + file
      document.head.append(link)
    })
})()
