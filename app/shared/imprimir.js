// Shows IMPRIMIR, which prints the page. Without it one prints by the browser's menu. Sent as it stands.
const visto = document.querySelector('[data-imprimir]')
const botao = visto.querySelector('button') ?? visto
visto.hidden = false
botao.addEventListener('click', () => print())
