// The usual shape of this product without a server: one page, one bundle, and a form that posts to Firestore.
// Nothing is requested from the network before the form is shown.
import { initializeApp } from 'firebase/app'
import { doc, getFirestore, setDoc } from 'firebase/firestore'
import { useState, type FormEvent } from 'react'
import { createRoot } from 'react-dom/client'

const firestore = getFirestore(initializeApp({ projectId: 'convites', apiKey: 'nenhuma', appId: 'convites' }))

const EMPTY = { nome: '', telefone: '', email: '' }

function Cadastro() {
  const [values, setValues] = useState(EMPTY)
  const [alerta, setAlerta] = useState('')
  const type = (field: keyof typeof EMPTY, text: string) => setValues({ ...values, [field]: text })
  const register = async (event: FormEvent) => {
    event.preventDefault()
    const credencialid = String(Date.now())
    const fixed = { cpf: '00000000000', qrcode: '', tipo: 'CONVIDADO', controle: 'ativo' }
    const ids = { empresaid: '0000000000001', usuarioid: '0000000000001', credencialid }
    await setDoc(doc(firestore, 'credencial', credencialid), { ...ids, ...fixed, ...values })
    setAlerta('CADASTRO CONFIRMADO COM SUCESSO!')
    setValues(EMPTY)
  }
  return (
    <main>
      {alerta === '' ? null : <p role="alert">{alerta}</p>}
      <h1>CADASTRO</h1>
      <form onSubmit={(event) => void register(event)}>
        <label htmlFor="nome">NOME COMPLETO</label>
        <input
          id="nome"
          name="nome"
          autoComplete="name"
          maxLength={120}
          required
          value={values.nome}
          onChange={(event) => type('nome', event.target.value.toUpperCase())}
        />
        <label htmlFor="telefone">WHATSAPP</label>
        <input
          id="telefone"
          name="telefone"
          type="tel"
          inputMode="numeric"
          autoComplete="tel-national"
          maxLength={11}
          required
          value={values.telefone}
          onChange={(event) => type('telefone', event.target.value.toUpperCase())}
        />
        <label htmlFor="email">EMAIL</label>
        <input
          id="email"
          name="email"
          type="email"
          autoComplete="email"
          maxLength={254}
          value={values.email}
          onChange={(event) => type('email', event.target.value)}
        />
        <button>CONFIRMAR</button>
      </form>
    </main>
  )
}

const root = document.getElementById('root')
if (root) createRoot(root).render(<Cadastro />)
