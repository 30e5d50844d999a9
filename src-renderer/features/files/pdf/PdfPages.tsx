import { Box, Typography } from '@mui/material'
import { memo, useEffect, useRef, useState } from 'react'
import { visuallyHidden } from '#ui/look/text-looks.ts'
import { radius } from '#ui/look/tokens.ts'
import type { Pdf, PdfPage } from './pdf-document.ts'

/** The size of a word is that of the document, at the page's scale; no measure of the app's own. */
const sizeOfWords = `
  [data-words] > :not(.markedContent), [data-words] .markedContent span:not(.markedContent) {
    font-size: calc(var(--text-scale-factor) * var(--font-height));
  }`

/** The words of a page lie over its picture, without colour: they are there to be marked, searched and read aloud. */
const words = {
  position: 'absolute',
  inset: 0,
  overflow: 'clip',
  lineHeight: 1,
  textAlign: 'initial',
  transformOrigin: '0 0',
  // pdf.js sets sizes and places by these names.
  '--min-font-size': '1',
  '--text-scale-factor': 'calc(var(--total-scale-factor) * var(--min-font-size))',
  '--min-font-size-inv': 'calc(1 / var(--min-font-size))',
  '& :is(span, br)': {
    color: 'transparent',
    position: 'absolute',
    whiteSpace: 'pre',
    cursor: 'text',
    transformOrigin: '0 0',
  },
  '& > :not(.markedContent), & .markedContent span:not(.markedContent)': {
    '--font-height': '0',
    '--scale-x': '1',
    '--rotate': '0deg',
    transform: 'rotate(var(--rotate)) scaleX(var(--scale-x)) scale(var(--min-font-size-inv))',
  },
  '& .markedContent': { display: 'contents' },
  '& ::selection': { background: 'rgb(0 90 255 / 0.3)', color: 'transparent' },
} as const

type PageProps = {
  pdf: Pdf
  number: number
  /** The width of a page on the screen, in CSS pixels. */
  width: number
  /** Height by width of a page that has not been read yet. */
  shape: number
  root: HTMLElement | null
}

/** One page, which is read and drawn while it is on the screen or near, and forgotten when it is far. */
const Page = memo(function Page({ pdf, number, width, shape, root }: PageProps) {
  const frame = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const text = useRef<HTMLDivElement>(null)
  const [isNear, setIsNear] = useState(false)
  const [page, setPage] = useState<PdfPage | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const [hasWords, setHasWords] = useState(true)
  useEffect(() => {
    if (!frame.current || !root) return
    const observer = new IntersectionObserver(([entry]) => setIsNear(entry?.isIntersecting === true), {
      root,
      rootMargin: '800px 0px',
    })
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [root])
  useEffect(() => {
    if (!isNear || page) return
    let isHere = true
    pdf.page(number).then(
      (read) => isHere && setPage(read),
      () => isHere && setHasFailed(true),
    )
    return () => void (isHere = false)
  }, [isNear, page, pdf, number])
  const scale = page ? width / page.width : 0
  useEffect(() => {
    const [picture, over] = [canvas.current, text.current]
    if (!isNear || !page || !picture || !over) return
    const stopped = new AbortController()
    const draw = async () => {
      await page.draw(picture, scale, stopped.signal)
      if (!stopped.signal.aborted) setHasWords(await page.layText(over, scale))
    }
    const drawn = draw().catch(() => !stopped.signal.aborted && setHasFailed(true))
    return () => {
      stopped.abort()
      // What is far gives its memory back.
      picture.width = 0
      over.replaceChildren()
      void drawn.then(page.forget)
    }
  }, [isNear, page, scale])
  return (
    <Box
      ref={frame}
      role="group"
      aria-label={`Page ${number} of ${pdf.count}`}
      data-page={number}
      sx={{
        position: 'relative',
        flex: 'none',
        mx: 'auto',
        bgcolor: 'common.white',
        borderRadius: radius.small,
        border: 1,
        borderColor: 'divider',
        boxSizing: 'content-box',
        overflow: 'hidden',
      }}
      style={{ width, height: Math.round(page ? page.height * scale : width * shape) }}
    >
      {/* Each drawing begins with a canvas of its own, because two may not share one. */}
      <Box
        component="canvas"
        key={`${scale} ${isNear}`}
        ref={canvas}
        aria-hidden
        sx={{ display: 'block', width: '100%', height: '100%' }}
      />
      <Box
        ref={text}
        data-words
        sx={words}
        style={{ '--total-scale-factor': String(scale), '--scale-round-x': '1px', '--scale-round-y': '1px' } as object}
      />
      {!hasWords && <Box sx={visuallyHidden}>This page is a picture without text.</Box>}
      {hasFailed && (
        <Typography role="alert" sx={{ position: 'absolute', inset: 0, p: 2, color: 'common.black' }}>
          This page cannot be drawn.
        </Typography>
      )}
    </Box>
  )
})

type PdfPagesProps = { pdf: Pdf; count: number; width: number; shape: number; root: HTMLElement | null }

/** The first pages of a document, one below the other. */
export const PdfPages = ({ count, ...rest }: PdfPagesProps) => (
  <>
    <style>{sizeOfWords}</style>
    {Array.from({ length: count }, (_, at) => (
      <Page key={at} number={at + 1} {...rest} />
    ))}
  </>
)
