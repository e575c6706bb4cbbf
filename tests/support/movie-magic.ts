/** Budgets as XML, in the shapes of the exports of Movie Magic Budgeting that are known (DEC-245). */

/** Categories and accounts in two lists; an account names its category. The show has accounts 6100 and 6200. */
export const flatBudget = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE budget SYSTEM "budget.dtd">
<budget>
  <bTitle>Harbour &amp; Sons</bTitle>
  <categories>
    <category><cID>11</cID><cNumber>6000</cNumber><cDescription>ART</cDescription><cTotal>15200.5000</cTotal></category>
    <category><cID>12</cID><cNumber>8000</cNumber><cDescription>CONTINGENCY</cDescription><cTotal>1500</cTotal></category>
  </categories>
  <accounts>
    <account>
      <aID>1</aID><categoryID>11</categoryID><aNumber>61-00</aNumber>
      <aDescription><![CDATA[Set dressing & props]]></aDescription><aTotal>15000.5000</aTotal>
    </account>
    <account><aID>2</aID><categoryID>11</categoryID><aNumber>7777</aNumber><aDescription>Unheard of</aDescription><aTotal>200</aTotal></account>
    <account><aID>3</aID><categoryID>11</categoryID><aNumber/><aDescription/><aTotal>0</aTotal></account>
  </accounts>
  <details>
    <detail><dID>1</dID><accountID>1</accountID><dDescription>Props buyer</dDescription><dTotal>15000.5</dTotal></detail>
  </details>
  <fringes><fringe><fDescription>Payroll taxes</fDescription><fTotal>900</fTotal></fringe></fringes>
  <totalFringes><description>Total Fringes</description></totalFringes>
  <grandTotal>17600.50</grandTotal>
</budget>
`;

/** Categories that contain their accounts, which have details and no totals. */
export const nestedBudget = `<Budget>
  <CategoryList>
    <Category>
      <Number>6000</Number><Description>Art</Description>
      <AccountList>
        <Account>
          <Number>6100</Number><Description>Set dressing</Description>
          <DetailList>
            <Detail><Description>Buyer</Description><Amount>10</Amount><Rate>900</Rate><Total>9,000.00</Total></Detail>
            <Detail>
              <Description>Purchases</Description><Amount>1</Amount><Rate>6000.50</Rate><Total>6000.50</Total>
              <DetailList><Detail><Description>Lamps</Description><Total>400</Total></Detail></DetailList>
            </Detail>
          </DetailList>
        </Account>
      </AccountList>
    </Category>
  </CategoryList>
</Budget>`;
