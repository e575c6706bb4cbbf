-- Countries and their regions come from ISO 3166 itself: nothing reads these tables.
DROP TABLE regions;
DROP TABLE countries;
