import { Box, IconButton, Skeleton, Typography } from '@mui/material'
import { Maximize, Minus, Plus } from 'lucide-react'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { percentText } from '#lib/amounts.ts'
import { DelayedSkeleton } from '#ui/feedback/DelayedSkeleton.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { radius, size } from '#ui/look/tokens.ts'
import { openPdf, type Pdf, PDF_PAGES_MAX } from './pdf-document.ts'
import { reasonOf } from './pdf-reasons.ts'
import { PdfPages } from './PdfPages.tsx'

/** How large pages are drawn; 1 is as wide as the dialog. */
const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3] as const
/** The space beside a page, in pixels, in which the scroll bar has room too. */
const BESIDE = 24

type OpenedPdf = { pdf: Pdf; shape: number } | { failure: string } | null

/** The document of these bytes while the screen shows it; its worker ends with the screen. */
const usePdf = (base64: string): OpenedPdf => {
  const [opened, setOpened] = useState<OpenedPdf>(null)
  useEffect(() => {
    let isHere = true
    let close = () => {}
    // In a browser that is too old, pdf.js fails before there is anything to wait for.
    const read = async () => {
      const opening = openPdf(Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)))
      ;({ close } = opening)
      const pdf = await opening.opened
      const { width, height } = await pdf.page(1)
      return { pdf, shape: height / width }
    }
    read().then(
      (document) => isHere && setOpened(document),
      (error: unknown) => isHere && setOpened({ failure: reasonOf(error) }),
    )
    return () => {
      isHere = false
      close()
    }
  }, [base64])
  return opened
}

/** The inner width of an element, in pixels, also when it changes; 0 before it is known. */
const useWidth = (element: HTMLElement | null): number => {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (!element) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return width
}

/** A point of the document: a page, and how far down on it, as a part of its height. */
type Point = { page: number; part: number }
const middleOf = (area: HTMLElement): number => area.getBoundingClientRect().top + area.clientHeight / 2

/** The point that is at the middle of what is seen. */
const pointInView = (area: HTMLElement): Point => {
  const middle = middleOf(area)
  const pages = [...area.querySelectorAll<HTMLElement>('[data-page]')]
  const seen = pages.findLast((page) => page.getBoundingClientRect().top <= middle)
  if (!seen) return { page: 1, part: 0 }
  const { top, height } = seen.getBoundingClientRect()
  return { page: Number(seen.dataset.page), part: (middle - top) / height }
}
/** Brings a point back to the middle. */
const bringBack = (area: HTMLElement, { page, part }: Point) => {
  const at = area.querySelector(`[data-page="${page}"]`)?.getBoundingClientRect()
  if (at) area.scrollTop += at.top + part * at.height - middleOf(area)
}

type ZoomButtonProps = { label: string; isOff: boolean; onPress: () => void; children: ReactNode }

/** A button that is off where it would do nothing. It keeps the focus then, which `disabled` would take away under the finger. */
const ZoomButton = ({ label, isOff, onPress, children }: ZoomButtonProps) => (
  <IconButton
    aria-label={label}
    aria-disabled={isOff || undefined}
    onClick={() => !isOff && onPress()}
    sx={{ '&[aria-disabled]': { color: 'action.disabled', cursor: 'default' } }}
  >
    {children}
  </IconButton>
)

/** Shows a PDF: its pages one below the other, as wide as there is room, larger or smaller at will. */
export const PdfPreview = ({ base64, name }: { base64: string; name: string }) => {
  const opened = usePdf(base64)
  const [area, setArea] = useState<HTMLElement | null>(null)
  const [zoom, setZoom] = useState(ZOOMS.indexOf(1))
  const [current, setCurrent] = useState(1)
  const point = useRef<Point | null>(null)
  const room = useWidth(area)
  // What one reads stays in sight when pages become larger or smaller.
  useLayoutEffect(() => {
    if (area && point.current) bringBack(area, point.current)
  }, [area, room, zoom])
  if (opened && 'failure' in opened)
    return <ErrorState title="The file cannot be shown" text={`${opened.failure} You can download it.`} />
  if (!opened)
    return (
      <DelayedSkeleton>
        <Skeleton variant="rounded" role="img" aria-label="Loading the file" sx={{ height: { xs: 240, md: 420 } }} />
      </DelayedSkeleton>
    )
  const { pdf, shape } = opened
  const count = Math.min(pdf.count, PDF_PAGES_MAX)
  const factor = ZOOMS[zoom] ?? 1
  const width = Math.max(0, Math.floor((room - BESIDE) * factor))
  return (
    <Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, mb: 1 }}>
        <Typography
          className="tabular"
          aria-live="polite"
          sx={{ mr: 'auto', fontSize: size.small, color: 'text.secondary' }}
        >
          Page {current} of {pdf.count}
        </Typography>
        <ZoomButton label="Smaller" isOff={zoom === 0} onPress={() => setZoom(zoom - 1)}>
          <Minus size={18} aria-hidden />
        </ZoomButton>
        <Box component="span" className="tabular" sx={{ minWidth: 48, textAlign: 'center', fontSize: size.small }}>
          {percentText(Math.round(factor * 100))}
        </Box>
        <ZoomButton label="Larger" isOff={zoom === ZOOMS.length - 1} onPress={() => setZoom(zoom + 1)}>
          <Plus size={18} aria-hidden />
        </ZoomButton>
        <ZoomButton label="Fit the width" isOff={factor === 1} onPress={() => setZoom(ZOOMS.indexOf(1))}>
          <Maximize size={18} aria-hidden />
        </ZoomButton>
      </Box>
      <Box
        ref={setArea}
        role="region"
        // Anyone who has no mouse scrolls by keys.
        tabIndex={0}
        aria-label={`The pages of ${name}`}
        onScroll={({ currentTarget }) => {
          point.current = pointInView(currentTarget)
          setCurrent(point.current.page)
        }}
        sx={{
          height: '65vh',
          overflow: 'auto',
          py: 1.5,
          display: 'flex',
          flexDirection: 'column',
          gap: 1.5,
          bgcolor: 'action.hover',
          borderRadius: radius.medium,
        }}
      >
        {width > 0 && <PdfPages pdf={pdf} count={count} width={width} shape={shape} root={area} />}
      </Box>
      {pdf.count > count && (
        <Typography variant="body2" sx={{ mt: 1, color: 'text.secondary' }}>
          These are the first {count} pages of {pdf.count}. The download has all of them.
        </Typography>
      )}
    </Box>
  )
}
