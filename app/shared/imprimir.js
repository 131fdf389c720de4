// Shows IMPRIMIR, which prints the page. Without it people print from the browser's menu. Served as is.
for (const botao of document.querySelectorAll('[data-imprimir]')) {
  const visto = botao.closest('[hidden]')
  if (visto) visto.hidden = false
  botao.onclick = () => print()
}
