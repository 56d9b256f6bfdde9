/** How formatted text looks, while it is written and when it is read. */
export const proseClasses = [
  'min-w-0 break-words [&_a]:text-brand [&_a]:underline',
  '[&_h1]:text-title [&_h1]:font-semibold [&_h2]:text-title [&_h2]:font-semibold [&_h3]:font-semibold',
  '[&_ul]:list-disc [&_ul]:pl-5 [&_ol]:list-decimal [&_ol]:pl-5',
  '[&_blockquote]:border-l-2 [&_blockquote]:border-line [&_blockquote]:pl-3 [&_blockquote]:text-muted',
  '[&_code]:rounded-small [&_code]:bg-sunken [&_code]:px-1 [&_code]:font-mono [&_code]:text-label',
  '[&_pre]:overflow-auto [&_pre]:rounded-control [&_pre]:bg-sunken [&_pre]:p-2 [&_pre_code]:p-0',
  '[&_table]:border-collapse [&_td]:border [&_td]:border-line [&_td]:px-2 [&_th]:border [&_th]:border-line [&_th]:px-2',
  '[&>*+*]:mt-2',
].join(' ')
