// Keeps in this tab what was ticked and typed and is not sent yet, so that a page loaded again has it. Without it the
// browser keeps it, where it does. Sent as it stands.
const form = document.querySelector('form[data-guardar]')
const KEY = form.dataset.guardar
const campos = [...form.elements].filter(({ name, type }) => name && type !== 'checkbox')

/** By the names of fields: a text, or true for a box that is ticked. */
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
    // A browser that keeps nothing loses what is not sent.
  }
}

function note({ type, name, value, checked }) {
  if (type === 'checkbox' ? checked : value !== '') kept[name] = type === 'checkbox' || value
  else delete kept[name]
}

for (const caixa of form.querySelectorAll('[type=checkbox][name]')) {
  // Whom another form admitted, or this one, is ticked for good.
  if (caixa.disabled) delete kept[caixa.name]
  else if (kept[caixa.name]) caixa.checked = true
  else note(caixa)
}
// What came back to be corrected stands in the page.
for (const campo of campos)
  if (campo.value === '' && kept[campo.name]) campo.value = kept[campo.name]
  else note(campo)
keep()

form.addEventListener('input', ({ target }) => {
  if (target.name) note(target)
  keep()
})
// The time goes with the names it was typed for; names stay ticked until they are inside.
form.addEventListener('submit', () => {
  for (const { name } of campos) delete kept[name]
  keep()
})
