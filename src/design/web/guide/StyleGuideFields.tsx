import { Plus, Settings, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#design/web/button/Button.tsx'
import { Checkbox } from '#design/web/fields/Checkbox.tsx'
import { ComboBox } from '#design/web/choice/ComboBox.tsx'
import { DatePicker } from '#design/web/dates/DatePicker.tsx'
import { DateTimePicker } from '#design/web/dates/DateTimePicker.tsx'
import { DropZone } from '#design/web/fields/DropZone.tsx'
import { FormErrors } from '#design/web/fields/FormErrors.tsx'
import { IconButton } from '#design/web/button/IconButton.tsx'
import { NumberField } from '#design/web/fields/NumberField.tsx'
import { PasswordField } from '#design/web/fields/PasswordField.tsx'
import { Select, type Option } from '#design/web/choice/Select.tsx'
import { Stepper } from '#design/web/navigation/Stepper.tsx'
import { Switch } from '#design/web/fields/Switch.tsx'
import { TextArea } from '#design/web/fields/TextArea.tsx'
import { TextField } from '#design/web/fields/TextField.tsx'
import { TextLink } from '#design/web/navigation/TextLink.tsx'

export function GuideButtons() {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button kind="primary" icon={<Plus />}>
        New
      </Button>
      <Button>Edit layout</Button>
      <Button kind="quiet">Filter</Button>
      <Button kind="quietDanger">Delete</Button>
      <Button kind="danger" icon={<Trash2 />}>
        Delete
      </Button>
      <Button kind="primary" isPending>
        Saving
      </Button>
      <Button isDisabled>Not now</Button>
      <IconButton label="Settings" icon={<Settings />} />
      <span>
        A sentence with <TextLink href="#top">a link</TextLink> in it.
      </span>
    </div>
  )
}

const statuses: readonly Option[] = [
  { id: 'active', label: 'Active' },
  { id: 'inactive', label: 'Inactive' },
  { id: 'prospect', label: 'Prospect', detail: 'not yet a customer' },
]
const people = ['Līga Kalniņa', 'Ana Torres', 'Ivan Petrov', 'John Reed'].map((label) => ({
  id: label,
  label,
  detail: 'Member',
}))

export function GuideFields() {
  const [name, setName] = useState('Nord Optics 5')
  const [revenue, setRevenue] = useState('31676.00')
  const [status, setStatus] = useState('inactive')
  const [owner, setOwner] = useState<Option | undefined>(people[0])
  const [due, setDue] = useState('2026-05-05')
  const [at, setAt] = useState('2026-05-05T07:30:00.000Z')
  const [notes, setNotes] = useState('')
  const [errors] = useState([
    { label: 'E-mail', text: 'Please enter a valid e-mail address.' },
    { label: 'Due', text: 'Please enter a valid date.' },
  ])
  return (
    <div className="flex max-w-200 flex-col gap-4">
      <FormErrors errors={errors} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          label="Name"
          value={name}
          onChange={setName}
          required
          undertext="As it stands in the register."
          help="The name by which everyone finds the company, without its legal form."
        />
        <TextField
          label="E-mail"
          value="info5@"
          onChange={() => undefined}
          error="Please enter a valid e-mail address."
        />
        <TextField label="Website" pretext="https://" value="example.com" onChange={() => undefined} />
        <PasswordField label="Password" value="correct horse" onChange={() => undefined} autoComplete="off" />
        <NumberField label="Revenue" value={revenue} onChange={setRevenue} pretext="€" />
        <Select label="Status" options={statuses} value={status} onChange={setStatus} clearable />
        <ComboBox
          label="Owner"
          value={owner}
          onChange={setOwner}
          search={async (text) => people.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()))}
        />
        <DatePicker label="Due" value={due} onChange={setDue} />
        <DateTimePicker label="Call at" value={at} onChange={setAt} />
        <DatePicker label="Closed on" value="" onChange={() => undefined} error="Please enter a valid date." />
        <TextArea
          label="Notes"
          value={notes}
          onChange={setNotes}
          placeholder="What was agreed"
          className="sm:col-span-2"
        />
        <TextField
          label="Id"
          value="0198-a1b2"
          onChange={() => undefined}
          isDisabled
          undertext="Given by the system."
        />
      </div>
    </div>
  )
}

export function GuideChoices() {
  const [agreed, setAgreed] = useState(true)
  const [on, setOn] = useState(true)
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-start gap-6">
        <Checkbox isSelected={agreed} onChange={setAgreed}>
          I agree to the terms
        </Checkbox>
        <Checkbox isIndeterminate onChange={setAgreed}>
          Some of them
        </Checkbox>
        <Checkbox error="Please agree to go on.">Not yet</Checkbox>
        <Checkbox isDisabled>Not for you</Checkbox>
        <Switch isSelected={on} onChange={setOn}>
          Developer mode
        </Switch>
      </div>
      <Stepper label="Import" steps={['File', 'Columns', 'Check', 'Import']} current={2} />
      <DropZone label="CSV file" accept=".csv" undertext="CSV up to 200 MB" onFiles={() => undefined} />
    </div>
  )
}
