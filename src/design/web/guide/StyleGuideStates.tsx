import { ChevronDown, Copy, Inbox, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Avatar } from '#design/web/display/Avatar.tsx'
import { Badge } from '#design/web/display/Badge.tsx'
import { Banner } from '#design/web/feedback/Banner.tsx'
import { Breadcrumb } from '#design/web/navigation/Breadcrumb.tsx'
import { Button } from '#design/web/button/Button.tsx'
import { useCommandKey } from '#design/web/navigation/commandKey.ts'
import { CommandPalette, type CommandGroup } from '#design/web/navigation/CommandPalette.tsx'
import { confirm } from '#design/web/overlay/confirm.ts'
import { Dialog } from '#design/web/overlay/Dialog.tsx'
import { Drawer } from '#design/web/overlay/Drawer.tsx'
import { EmptyState } from '#design/web/feedback/EmptyState.tsx'
import { ErrorState } from '#design/web/feedback/ErrorState.tsx'
import { Kbd } from '#design/web/button/Kbd.tsx'
import { Menu } from '#design/web/overlay/Menu.tsx'
import { Popover } from '#design/web/overlay/Popover.tsx'
import { Progress } from '#design/web/feedback/Progress.tsx'
import { ResizablePanel } from '#design/web/layout/ResizablePanel.tsx'
import { Loading, Skeleton } from '#design/web/feedback/Skeleton.tsx'
import { Tabs } from '#design/web/navigation/Tabs.tsx'
import { TextLink } from '#design/web/navigation/TextLink.tsx'
import { toast } from '#design/web/feedback/toast.ts'

export function GuideOverlays() {
  const [open, setOpen] = useState<'dialog' | 'drawer' | 'palette' | 'panel'>()
  useCommandKey(showPalette)
  function showPalette() {
    setOpen('palette')
  }
  const close = () => setOpen(undefined)
  const remove = async () => {
    const question = {
      title: 'Delete 3 records?',
      text: 'They can be restored for 30 days.',
      action: 'Delete',
      danger: true,
    }
    if (!(await confirm(question))) return
    toast({
      kind: 'done',
      text: '3 records deleted',
      action: { label: 'Undo', onAction: () => toast({ text: 'Restored' }) },
    })
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button onPress={() => setOpen('dialog')}>Dialog</Button>
      <Button kind="danger" onPress={remove}>
        Question
      </Button>
      <Button onPress={() => toast({ kind: 'done', text: 'Saved', action: { label: 'Undo', onAction: close } })}>
        Toast
      </Button>
      <Button onPress={() => toast({ kind: 'failed', text: 'The record was changed by someone else.' })}>
        Failure
      </Button>
      <Menu
        label="Record"
        trigger={<Button icon={<ChevronDown />}>Menu</Button>}
        groups={[
          {
            id: 'edit',
            actions: [
              { id: 'rename', label: 'Rename', icon: <Pencil />, keys: 'F2' },
              { id: 'copy', label: 'Copy', icon: <Copy />, keys: 'Ctrl C' },
            ],
          },
          { id: 'remove', actions: [{ id: 'delete', label: 'Delete', icon: <Trash2 />, danger: true }] },
        ]}
      />
      <Popover label="Note" trigger={<Button>Popover</Button>} className="w-60">
        Something small that floats.
      </Popover>
      <Button onPress={() => setOpen('drawer')}>Drawer</Button>
      <Button onPress={() => setOpen('panel')}>Panel</Button>
      <Button onPress={showPalette}>
        Palette <Kbd>Ctrl K</Kbd>
      </Button>
      <Dialog
        title="Rename the table"
        isOpen={open === 'dialog'}
        onClose={close}
        footer={<Button onPress={close}>Close</Button>}
      >
        <p>What is behind waits.</p>
      </Dialog>
      <Drawer label="Sidebar" isOpen={open === 'drawer'} onClose={close}>
        <p className="p-4">The sidebar of a phone</p>
      </Drawer>
      <CommandPalette isOpen={open === 'palette'} onClose={close} search={find} />
      {open === 'panel' && (
        <div className="fixed inset-y-0 right-0 z-40 flex">
          <ResizablePanel label="Record" name="guide" onClose={close}>
            <header className="flex h-header items-center justify-between border-b border-line px-4 font-semibold">
              Nord Optics 5<Button onPress={close}>Close</Button>
            </header>
          </ResizablePanel>
        </div>
      )}
    </div>
  )
}

const commands: readonly CommandGroup[] = [
  { id: 'tables', title: 'Tables', commands: ['Accounts', 'Contacts', 'Deals', 'Invoices'].map(command) },
  { id: 'commands', title: 'Commands', commands: ['New record', 'New table', 'Toggle dark mode'].map(command) },
]

function command(label: string) {
  return { id: label, label, icon: <Inbox />, onRun: () => toast({ text: label }) }
}

function find(text: string): readonly CommandGroup[] {
  const fits = ({ label }: { label: string }) => label.toLowerCase().includes(text.toLowerCase())
  return commands.map((group) => ({ ...group, commands: group.commands.filter(fits) }))
}

export function GuideStates() {
  const [tab, setTab] = useState('details')
  return (
    <div className="grid items-start gap-6 md:grid-cols-2">
      <div className="flex flex-col items-start gap-4">
        <Breadcrumb
          crumbs={[
            { id: 'tables', content: <TextLink href="#top">Tables</TextLink> },
            { id: 'accounts', content: 'Accounts' },
          ]}
        />
        <div className="flex flex-wrap gap-2">
          <Badge tint="green">Active</Badge>
          <Badge tint="amber">Prospect</Badge>
          <Badge tint="red">Overdue</Badge>
          <Badge>Inactive</Badge>
          <Badge tint="brand">Primary</Badge>
        </div>
        <div className="flex items-center gap-2">
          <Avatar name="Līga Kalniņa" /> Līga Kalniņa
        </div>
        <div className="w-full">
          <Progress label="Importing accounts.csv" done={48_210} total={129_004} />
        </div>
        <Banner>A trial of 30 days.</Banner>
        <Banner kind="warning">This table has 3 records without an owner.</Banner>
        <Banner kind="locked">Managed by the system.</Banner>
        <Loading>
          <div className="flex w-60 flex-col gap-2">
            <Skeleton />
            <Skeleton className="w-2/3" />
          </div>
        </Loading>
      </div>
      <div className="flex flex-col gap-4">
        <Tabs
          label="Record"
          selected={tab}
          onSelect={setTab}
          tabs={[
            { id: 'details', label: 'Details', content: <p className="p-4">The fields of the record.</p> },
            { id: 'related', label: 'Related', count: 12, content: <p className="p-4">What hangs on it.</p> },
            { id: 'activity', label: 'Activity', content: <p className="p-4">What happened to it.</p> },
          ]}
        />
        <div className="rounded-card border border-line">
          <EmptyState icon={<Inbox />} text="There are no contacts yet.">
            <Button kind="primary">New contact</Button>
          </EmptyState>
        </div>
        <div className="rounded-card border border-line">
          <ErrorState text="The list could not be loaded." onRetry={() => undefined} requestId="0198a7c2f3" />
        </div>
      </div>
    </div>
  )
}
