#include <string>
#include <vector>

typedef std::string Name, Names[4];
using Row = std::vector<int>;
using Rows = Row[2];
typedef int Large[1 << 20];
typedef Large Larger[1 << 10];
typedef Larger Largest[1 << 10];
struct Table {
    typedef std::string Key;
    using Value = std::string;
    static const Key first;
    int size;
};
namespace inner {
using Text = std::string;
}

// None of these has the size of an int.
__global__ void sizes(unsigned long *size)
{
    size[0] = sizeof(Name);
    size[1] = sizeof(Rows);
    size[2] = sizeof(Largest);
    size[3] = sizeof(Table::Key);
    size[4] = sizeof(Table::Value);
    size[5] = sizeof(Table::first);
    size[6] = sizeof(inner::Text);
    size[7] = sizeof(Table);
}
