// Shows the buttons that copy an address. Without it people select the address. Served as is.
const SAID_MS = 2_000

for (const botao of navigator.clipboard ? document.querySelectorAll('[data-copiar]') : []) {
  const [rotulo, dito] = ['[data-rotulo]', '[data-dito]'].map((css) => botao.querySelector(css))
  // A label that a translator changed stays as it is.
  const say = (texto) => {
    rotulo.hidden = texto !== ''
    dito.textContent = texto
  }
  botao.hidden = false
  botao.onclick = async () => {
    await navigator.clipboard.writeText(botao.dataset.copiar).then(
      () => say('Copiado'),
      () => say('Não copiou'),
    )
    setTimeout(say, SAID_MS, '')
  }
}
