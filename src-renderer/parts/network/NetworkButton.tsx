import { Button, type ButtonProps } from '@mui/material'
import type { ComponentProps } from 'react'
import { useHasNetwork } from '#data/network.ts'
import { FormButtons } from '#ui/form/FormDialog.tsx'

/** Acts about money are never kept to be sent later: without a network nobody can press them. */
export const NEEDS_NETWORK = 'needs the network'

/** The text with the reason why it cannot be pressed now. */
const withReason = (text: string) => `${text} · ${NEEDS_NETWORK}`

/** The button of an act about money. Without a network it is disabled, and says so. */
export const NetworkButton = ({ children, disabled, 'aria-label': label, ...button }: ButtonProps) => {
  const hasNetwork = useHasNetwork()
  return (
    <Button
      {...button}
      disabled={disabled || !hasNetwork}
      {...(label && { 'aria-label': hasNetwork ? label : withReason(label) })}
    >
      {children}
      {!hasNetwork && withReason('')}
    </Button>
  )
}

/** The buttons of a dialog for an act about money. */
export const NetworkFormButtons = ({ children, disabled, ...buttons }: ComponentProps<typeof FormButtons>) => {
  const hasNetwork = useHasNetwork()
  return (
    <FormButtons {...buttons} disabled={disabled || !hasNetwork}>
      {children}
      {!hasNetwork && withReason('')}
    </FormButtons>
  )
}
