/**
 * What is loaded together is one file: fewer requests, better compressed, and shorter lists of files in the first one.
 * Each group takes what its modules import along, unless a group of a higher priority has it.
 */
export const chunks = [
  // Modules of every page.
  { name: 'ground', tags: ['$initial' as const], priority: 9 },
  // Small things of both the public and the signed-in pages.
  {
    name: 'base',
    test: /src\/platform\/web\/(routeParams|title)\.ts|src\/main\/web\/Logo\.tsx|lucide-react\/.*\/(check|plus|search|chevron-right|eye-off)\.mjs/,
    priority: 8,
  },
  // Rules of forms, loaded when someone types.
  { name: 'schemas', test: /node_modules\/zod\/|src\/text\/(name|uri)\.ts|src\/faults\//, priority: 8 },
  // Controls of both forms and lists.
  {
    name: 'inputs',
    test: /src\/design\/web\/fields\/(Field|TextField|Checkbox)\.tsx/,
    priority: 7.5,
  },
  // Sign-in in its layout, and the parts of forms.
  { name: 'form', test: /src\/accounts\/web\/signIn\/SignInPage\.tsx|src\/main\/web\/AuthLayout\.tsx/, priority: 7 },
  // The frame of every page of a session.
  {
    name: 'frame',
    test: /src\/main\/web\/(entrance|queries|DatabaseLayout)\.tsx?$|src\/design\/web\/\w+\/(Popover|PageHeader|EmptyState|ErrorState|Skeleton|Badge)\.tsx/,
    priority: 6,
  },
  // Fields and their values, for every page that shows records.
  {
    name: 'fields',
    test: /src\/(attributes\/(listMetadata|attribute)|attributes\/web\/(cells|typeIcons)|records\/wire|views\/(filter|listing)|records\/web\/(records\.client|form\/FormSkeleton))\.tsx?$/,
    priority: 5,
  },
  { name: 'records', test: /src\/records\/web\/list\/RecordsPage\.tsx/, priority: 4 },
]

/** Whether a built file is one of the large ones above. */
export function isLarge(file: string): boolean {
  return chunks.some(({ name }) => name !== 'base' && file.includes(`/${name}-`))
}
