import type { Plugin } from 'vite'

const iconFile = /lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/

/**
 * Leaves out of the bundle what icons say beside their drawing: their names, their usual size, and keys for lists that
 * never change. They are drawn by our own few lines.
 */
export function icons(): Plugin {
  return {
    name: 'lintel-icons',
    apply: 'build',
    transform(code, id) {
      if (!iconFile.test(id)) return null
      const drawn = code
        .replace(
          /^import createLucideIcon .*$/m,
          "import { drawnIcon as createLucideIcon } from '/src/design/web/theme/drawnIcon.ts'",
        )
        .replaceAll(/, key: "\w+"/g, '')
        .replace(/,\s*aliases: \[[^\]]*\]/, '')
        .replace(/name: "[\w-]+",\s*size: 24,/, '')
      return { code: drawn, map: null }
    },
  }
}
