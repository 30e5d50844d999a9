import { GlobalStyles } from '@mui/material'

/** On paper: one A4 page of dark text, without the bar above, banners and buttons. */
export const printLook = (
  <GlobalStyles
    styles={{
      '@page': { size: 'A4', margin: '18mm' },
      '@media print': {
        'header, nav, [data-print="none"], .MuiSnackbar-root, [role="alert"]': { display: 'none !important' },
        body: { background: '#fff !important', color: '#000 !important' },
        '#main, #main *': {
          color: '#000 !important',
          background: 'transparent !important',
        },
        '#main': { padding: '0 !important' },
      },
    }}
  />
)
