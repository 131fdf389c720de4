// Shows the buttons that copy an address. Without it one selects the address. Sent as it stands.
const SAID_MS = 2_000

for (const botao of navigator.clipboard ? document.querySelectorAll('[data-copiar]') : []) {
  const [nome] = botao.children
  const antes = nome.textContent
  botao.hidden = false
  nome.setAttribute('aria-live', 'polite')
  botao.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(botao.dataset.copiar)
      nome.textContent = 'COPIADO'
    } catch {
      nome.textContent = 'NÃO COPIOU'
    }
    setTimeout(() => (nome.textContent = antes), SAID_MS)
  })
}
