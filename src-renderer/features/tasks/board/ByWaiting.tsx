import { ToggleButton, Tooltip } from '@mui/material'
import { Hourglass } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { useCapability } from '#data/capabilities.ts'

/** Whether the column Under Review is sorted by waiting time; the choice is in the address. */
export type WaitingSort = { isOn: boolean; onChange: (isOn: boolean) => void }

/** The button of the column Under Review that sorts it by waiting time; null where the server has no reviews. */
export const useByWaiting = ({ isOn, onChange }: WaitingSort): { isOn: boolean; action: ReactNode } | null => {
  const isOffered = useCapability('review', true)
  return useMemo(
    () =>
      isOffered
        ? {
            isOn,
            action: (
              <Tooltip title="Longest wait first" describeChild>
                <ToggleButton
                  value="waiting"
                  size="small"
                  selected={isOn}
                  onChange={() => onChange(!isOn)}
                  aria-label="Longest wait first"
                  sx={{ p: 0.5, my: -0.5 }}
                >
                  <Hourglass size={14} aria-hidden />
                </ToggleButton>
              </Tooltip>
            ),
          }
        : null,
    [isOffered, isOn, onChange],
  )
}
