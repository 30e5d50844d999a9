const { contextBridge, ipcRenderer } = require('electron')

contextBridge.exposeInMainWorld('small', {
  sum: (a, b) => ipcRenderer.invoke('sum', a, b),
  echo: (value) => ipcRenderer.invoke('echo', value),
  fail: () => ipcRenderer.invoke('fail'),
  deep: {
    onNews: (listener) => {
      const heard = (_event, news) => listener(news)
      ipcRenderer.on('news', heard)
      return () => ipcRenderer.off('news', heard)
    },
  },
})
