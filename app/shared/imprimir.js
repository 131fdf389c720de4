// Shows IMPRIMIR, which prints the page. Without it one prints by the browser's menu. Sent as it stands.
for (const botao of document.querySelectorAll('[data-imprimir]')) {
  const visto = botao.closest('[hidden]')
  if (visto) visto.hidden = false
  botao.onclick = () => print()
}
