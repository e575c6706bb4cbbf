-- Lists order payment numbers as text, like invoice numbers (DEC-46): the zeros that filled them up to 20 characters put short ones first.
UPDATE documents SET number_sort = substr(number_sort, -length(number)) WHERE type = 'PAYMENT' AND number <> '';
