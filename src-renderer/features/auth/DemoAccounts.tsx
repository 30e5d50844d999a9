import { Box, ButtonBase, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { demoAccounts, demoPassword } from '#shared/rules/demo-accounts.ts'
import { platformQueries } from '#data/platform.ts'
import { radius, weight } from '#ui/look/tokens.ts'

/** Lists the demo accounts while demo mode is on. Choosing one fills the form. */
export const DemoAccounts = ({ onChoose }: { onChoose: (account: { email: string; password: string }) => void }) => {
  const { data: health } = useQuery(platformQueries.health())
  if (!health?.demo) return null
  return (
    <Box component="section" aria-labelledby="demo-accounts" sx={{ mt: 4 }}>
      <Typography id="demo-accounts" component="h2" variant="body2" sx={{ fontWeight: weight.semibold }}>
        Demo accounts
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1.5 }}>
        This server runs a demo world. Choose who to be; the password is {demoPassword}.
      </Typography>
      <Box sx={{ border: 1, borderColor: 'divider', borderRadius: radius.medium, overflow: 'hidden' }}>
        {demoAccounts.map(({ email, label }) => (
          <ButtonBase
            key={email}
            onClick={() => onChoose({ email, password: demoPassword })}
            sx={{
              width: '100%',
              px: 2,
              py: 1.25,
              display: 'flex',
              flexWrap: 'wrap',
              justifyContent: 'space-between',
              columnGap: 2,
              textAlign: 'left',
              '&:hover': { bgcolor: 'action.hover' },
              '& + &': { borderTop: 1, borderColor: 'divider' },
            }}
          >
            <Typography component="span" variant="body2" sx={{ fontWeight: weight.semibold }}>
              {label}
            </Typography>
            <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
              {email}
            </Typography>
          </ButtonBase>
        ))}
      </Box>
    </Box>
  )
}
