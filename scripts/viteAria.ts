import type { Plugin } from 'vite'

const ours = new Set(['en-US', 'es-ES', 'lv-LV', 'ru-RU'])

/** Leaves React Aria's texts of languages that we do not offer out of the bundle. */
export function ariaTexts(): Plugin {
  return {
    name: 'lintel-aria-texts',
    enforce: 'pre',
    load(id) {
      const locale = /react-(?:aria|stately|aria-components)\/dist\/private\/intl\/(?:.+\/)?(\w\w-\w\w)\.mjs/.exec(
        id,
      )?.[1]
      return locale && !ours.has(locale) ? 'export default {}' : null
    },
  }
}
