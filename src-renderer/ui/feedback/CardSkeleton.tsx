import { Card, Skeleton } from '@mui/material'

type CardSkeletonProps = {
  /** Below the title; with its title and its edges a card is 66 px high, and 20 more for each line. */
  lines: number
  /** What is loading, where nothing around it says so. */
  label?: string
}

/** The shape of a card with a title and lines of text while it loads. */
export const CardSkeleton = ({ lines, label }: CardSkeletonProps) => (
  <Card sx={{ p: 2.5 }} {...(label && { role: 'img', 'aria-label': label })}>
    <Skeleton width="32%" height={26} />
    {Array.from({ length: lines }, (_, line) => (
      <Skeleton key={line} width={`${88 - ((line * 23) % 50)}%`} height={20} />
    ))}
  </Card>
)
