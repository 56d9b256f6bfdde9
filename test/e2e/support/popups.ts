import type { Page } from '@playwright/test'
import { choose } from './screen.ts'
import { expect } from './stage.ts'

type Popup = { readonly name: string; readonly path: string; readonly open: (page: Page) => Promise<void> }

/** The page of a table's records. */
export const recordsPath = '/{id}/entity/{id}'

export const popups: readonly Popup[] = [
  {
    name: 'person menu',
    path: '/{id}',
    open: async (page) => {
      await page.getByRole('button', { name: 'Account' }).click()
      await expect(page.getByRole('menu')).toBeVisible()
    },
  },
  {
    name: 'environments menu',
    path: '/{id}',
    open: async (page) => {
      await page.getByRole('button', { name: 'Switch environment' }).click()
      await expect(page.getByRole('menu')).toBeVisible()
    },
  },
  {
    name: 'palette',
    path: '/{id}',
    open: async (page) => {
      await page.keyboard.press('Control+k')
      await expect(page.getByRole('option').first()).toBeVisible()
    },
  },
  {
    name: 'filter',
    path: recordsPath,
    open: async (page) => {
      await page.getByRole('button', { name: 'Filter', exact: true }).click()
      await page.getByRole('button', { name: 'Add a condition' }).click()
      await page.getByRole('button', { name: 'Add a condition' }).click()
      await page.getByLabel('Value').first().fill('Amber')
    },
  },
  {
    name: 'sort',
    path: `${recordsPath}?sort=city`,
    open: async (page) => {
      await page.getByRole('button', { name: /^Sort/ }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'columns',
    path: recordsPath,
    open: async (page) => {
      await page.getByRole('button', { name: 'Columns' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'column menu',
    path: recordsPath,
    open: async (page) => {
      await page.getByRole('columnheader', { name: 'City' }).click()
      await expect(page.getByRole('menu')).toBeVisible()
    },
  },
  {
    name: 'cell editor of a choice',
    path: recordsPath,
    open: async (page) => {
      await page.locator('[data-row="1"] > [data-column="3"]').dblclick()
      await expect(page.getByRole('option').first()).toBeVisible()
    },
  },
  {
    name: 'selection and its question',
    path: recordsPath,
    open: async (page) => {
      await page.getByRole('checkbox', { name: 'Select row 2', exact: true }).click()
      await page.getByRole('button', { name: 'Delete' }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'change of many',
    path: recordsPath,
    open: async (page) => {
      await page.getByRole('checkbox', { name: 'Select row 2', exact: true }).click()
      await page.getByRole('button', { name: 'Change', exact: true }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'record beside the grid',
    path: recordsPath,
    open: async (page) => {
      await page.locator('[data-row="0"] > [data-column="1"]').hover()
      await page.locator('[data-row="0"]').getByRole('button', { name: 'Open the record' }).click()
      await expect(page.getByRole('form')).toBeVisible()
    },
  },
  {
    name: 'choice of a type',
    path: '/{id}/entity/create',
    open: async (page) => {
      await page.getByRole('button', { name: 'Add an attribute' }).click()
      await page.getByRole('listitem', { name: 'Attribute 1' }).getByLabel('Type').click()
      await expect(page.getByRole('option').first()).toBeVisible()
    },
  },
  {
    name: 'new attribute',
    path: '/{id}/entity/{id}/attribute',
    open: async (page) => {
      await page.getByRole('button', { name: 'New attribute' }).first().click()
      await choose(
        page,
        page.getByRole('complementary', { name: 'New attribute' }).getByLabel('Type', { exact: true }),
        'Choice',
      )
    },
  },
  {
    name: 'deletion of a table',
    path: '/{id}/entity/{id}/settings',
    open: async (page) => {
      await page
        .getByRole('button', { name: /^Delete/ })
        .last()
        .click()
      await expect(page.getByRole('alertdialog').or(page.getByRole('dialog'))).toBeVisible()
    },
  },
  {
    name: 'import settings',
    path: '/{id}/import',
    open: async (page) => {
      await page.locator('input[type=file]').setInputFiles('node_modules/vega-datasets/data/disasters.csv')
      await page.getByRole('button', { name: 'Check the file' }).click()
      await expect(page.getByRole('button', { name: /^Import / })).toBeVisible()
    },
  },
]
