import { useLayoutEffect } from 'react'
import { brand } from '#shared/brand.ts'

/** Sets the page's name for the tab, the history and screen readers when it is mounted. Draws nothing. */
export const PageTitle = ({ title }: { title: string }) => {
  useLayoutEffect(() => {
    document.title = title ? `${title} · ${brand.name}` : brand.name
  }, [title])
  return null
}
