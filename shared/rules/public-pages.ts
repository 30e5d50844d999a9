/** The addresses of the pages that visitors read; the server answers them, and the app links to them. */
export const PUBLIC_LIST = '/p'

const SLUG_MAX = 60

/** The words of a title as an address has them: letters a to z and digits. */
const slugOf = (title: string, otherwise: string): string => {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_MAX)
    .replace(/^-|-$/g, '')
  return words || otherwise
}

type Titled = { id: string; title: string }
export const publicProjectPath = ({ id, title }: Titled): string => `${PUBLIC_LIST}/${id}-${slugOf(title, 'project')}`
export const publicTaskPath = ({ id, title }: Titled): string => `/t/${id}-${slugOf(title, 'task')}`
