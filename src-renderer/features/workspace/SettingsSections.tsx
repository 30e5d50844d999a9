import { Box } from '@mui/material'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { radius, size, STICKY_TOP, weight } from '#ui/look/tokens.ts'

export type SettingsSection = { id: string; label: string; content: ReactNode }

/** Room above a section that its link has scrolled to. */
const ABOVE = 16

const listLook = {
  listStyle: 'none',
  m: 0,
  p: 0,
  display: 'grid',
  gap: 0.5,
  gridTemplateColumns: { xs: 'repeat(auto-fill, minmax(144px, 1fr))', lg: 'minmax(0, 1fr)' },
} as const

const linkLook = {
  display: 'flex',
  alignItems: 'center',
  px: 1.5,
  minHeight: { xs: 44, lg: 36 },
  borderRadius: radius.medium,
  fontSize: size.small,
  fontWeight: weight.semibold,
  color: 'text.secondary',
  textDecoration: 'none',
  '&:hover': { color: 'text.primary', bgcolor: 'action.hover' },
} as const

/** Leads to each section, whose ID is in the address, so that a link to a section can be sent. */
const Contents = ({ sections }: { sections: readonly SettingsSection[] }) => {
  const { search } = useLocation()
  return (
    <Box
      component="nav"
      aria-label="Sections of the settings"
      sx={{ position: { lg: 'sticky' }, top: { lg: `calc(${STICKY_TOP} + ${ABOVE}px)` } }}
    >
      <Box component="ul" sx={listLook}>
        {sections.map(({ id, label }) => (
          <li key={id}>
            <Box
              component={Link}
              to={{ search, hash: id }}
              replace
              // The page scrolls by the address; the keyboard goes on in the section.
              onClick={() => document.getElementById(id)?.focus({ preventScroll: true })}
              sx={linkLook}
            >
              {label}
            </Box>
          </li>
        ))}
      </Box>
    </Box>
  )
}

/** What a person does who goes on by themselves. */
const acts = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/** Sections below each other, with their contents beside them, or above them where there is little room. */
export const SettingsSections = ({ sections }: { sections: readonly SettingsSection[] }) => {
  const { hash } = useLocation()
  const opened = useRef(hash.slice(1))
  const list = useRef<HTMLDivElement>(null)
  // A section may come only when the viewer's role is known, which is after the page was scrolled by its address, and what is above it
  // grows when it has been read. It stays where it is wanted until the person does something.
  useEffect(() => {
    const section = opened.current && document.getElementById(opened.current)
    if (!section || !list.current) return
    const show = () => section.scrollIntoView?.()
    show()
    if (typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(show)
    observer.observe(list.current)
    const leave = () => {
      opened.current = ''
      observer.disconnect()
    }
    for (const act of acts) addEventListener(act, leave, { once: true })
    return () => {
      observer.disconnect()
      for (const act of acts) removeEventListener(act, leave)
    }
  }, [sections])
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: '160px minmax(0, 1040px)' },
        alignItems: 'start',
        columnGap: 3,
        rowGap: 2,
      }}
    >
      <Contents sections={sections} />
      <Box ref={list} sx={{ display: 'grid', gap: { xs: 1.5, md: 2 }, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {sections.map(({ id, content }) => (
          <Box
            key={id}
            id={id}
            tabIndex={-1}
            sx={{ scrollMarginTop: `calc(${STICKY_TOP} + ${ABOVE}px)`, minWidth: 0, outline: 'none' }}
          >
            {content}
          </Box>
        ))}
      </Box>
    </Box>
  )
}
