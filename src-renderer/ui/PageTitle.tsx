import { useLayoutEffect } from 'react'
import { brand } from '../../shared/brand.ts'

/** Names the page in the tab, the history and to a screen reader, at the moment it appears. Draws nothing. */
export const PageTitle = ({ title }: { title: string }) => {
  useLayoutEffect(() => {
    document.title = title ? `${title} · ${brand.name}` : brand.name
  }, [title])
  return null
}
