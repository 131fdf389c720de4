// Keeps ticks and text that are not sent yet in this tab, so that a reloaded page has them. Without it some
// browsers keep them by themselves. Served as is.
const form = document.querySelector('form[data-guardar]')
const KEY = form.dataset.guardar
const campos = [...form.elements].filter(({ name, type }) => name && type !== 'checkbox')

/** By field name: a text, or true for a ticked box. */
function read() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY)) ?? {}
  } catch {
    return {}
  }
}
const kept = read()

function keep() {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept))
  } catch {
    // A browser that stores nothing loses what was not sent.
  }
}

function note({ type, name, value, checked }) {
  if (type === 'checkbox' ? checked : value !== '') kept[name] = type === 'checkbox' || value
  else delete kept[name]
}

for (const caixa of form.querySelectorAll('[type=checkbox][name]')) {
  // A guest admitted by this form or another stays ticked for good.
  if (caixa.disabled) delete kept[caixa.name]
  else if (kept[caixa.name]) caixa.checked = true
  else note(caixa)
}
// Values that came back to be corrected are in the page.
for (const campo of campos)
  if (campo.value === '' && kept[campo.name]) campo.value = kept[campo.name]
  else note(campo)
keep()

form.addEventListener('input', ({ target }) => {
  if (target.name) note(target)
  keep()
})
// The time is dropped once its names are sent; ticks stay until the guests are inside.
form.addEventListener('submit', () => {
  for (const { name } of campos) delete kept[name]
  keep()
})
