import { Box } from '@mui/material'
import { Fragment } from 'react'
import { shownKeys } from '#shared/rules/commands.ts'
import { radius, size } from '../look/tokens.ts'

const isMac = /mac|iphone|ipad/i.test(navigator.userAgent)

/** The ways to press a command, each as its keys: one way for a list of commands, all of them for the list of keys. */
export const Keys = ({ way }: { way: readonly string[] }) => (
  <Box
    component="span"
    sx={{ flex: 'none', display: 'inline-flex', alignItems: 'center', gap: 0.75, fontSize: size.note }}
  >
    {way.map((one, at) => (
      <Fragment key={one}>
        {at > 0 && (
          <Box component="span" sx={{ color: 'text.secondary' }}>
            or
          </Box>
        )}
        {shownKeys(one, isMac).map((key, place) => (
          <Fragment key={key}>
            {place > 0 && (
              <Box component="span" sx={{ color: 'text.secondary' }}>
                then
              </Box>
            )}
            <Box
              component="kbd"
              sx={{
                minWidth: 24,
                px: 0.75,
                py: 0.25,
                font: 'inherit',
                textAlign: 'center',
                color: 'text.secondary',
                border: 1,
                borderColor: 'divider',
                borderRadius: radius.small,
                bgcolor: 'background.default',
              }}
            >
              {key}
            </Box>
          </Fragment>
        ))}
      </Fragment>
    ))}
  </Box>
)
