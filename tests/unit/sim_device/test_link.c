// SPDX-License-Identifier: Apache-2.0
// Modules that share variables with each other and with the host.
#include "sim/lockstep.h"
#include "tests/test.h"

static const char definition[] = ".version 8.0\n.target sm_70\n.address_size 64\n"
                                 ".visible .global .align 4 .u32 total = 7;\n"
                                 ".global .align 4 .u32 hidden = 9;\n"
                                 ".visible .global .attribute(.managed) .align 4 .u32 both = 3;\n";

static const char use[] = ".version 8.0\n.target sm_70\n.address_size 64\n"
                          ".extern .global .align 4 .u32 total;\n"
                          ".visible .entry raise()\n{\n.reg .b32 %r<3>;\n"
                          "ld.global.u32 %r1, [total];\nadd.s32 %r2, %r1, 1;\n"
                          "st.global.u32 [total], %r2;\nret;\n}\n";

static const char use_hidden[] = ".version 8.0\n.target sm_70\n.address_size 64\n"
                                 ".extern .global .align 4 .u32 hidden;\n"
                                 ".visible .entry none()\n{\nret;\n}\n";

static uint32_t host_both = 11;

static void *managed(void *context, const char *name, uint64_t size_bytes)
{
    EXPECT_TEXT(context, "context");
    EXPECT_EQ(size_bytes, 4);
    return strcmp(name, "both") == 0 ? &host_both : NULL;
}

static LockstepStatus load(LockstepDevice *device, const char *text, LockstepModule **module)
{
    LockstepLink link = {.context = "context", .managed = managed};
    return lockstep_module_link(device, text, strlen(text), "unit.cu", &link, module);
}

TEST(an_extern_variable_is_that_of_an_earlier_module)
{
    LockstepDevice *device;
    LockstepModule *first, *second;
    uint64_t address = 0, other = 0, size_bytes = 0;
    uint32_t total = 0;
    lockstep_device_create(NULL, &device);
    EXPECT_EQ(load(device, use, &second), LOCKSTEP_ERROR_INPUT);
    EXPECT_EQ(load(device, definition, &first), LOCKSTEP_OK);
    EXPECT_EQ(load(device, use, &second), LOCKSTEP_OK);
    EXPECT_EQ(lockstep_symbol(device, first, "total", &address, &size_bytes), LOCKSTEP_OK);
    EXPECT_EQ(lockstep_symbol(device, second, "total", &other, &size_bytes), LOCKSTEP_OK);
    EXPECT_EQ(address, other);
    LockstepLaunch launch = {.kernel = "raise"};
    EXPECT_EQ(lockstep_launch(device, second, &launch), LOCKSTEP_OK);
    EXPECT_EQ(lockstep_read(device, address, &total, 4), LOCKSTEP_OK);
    EXPECT_EQ(total, 8);
    lockstep_module_unload(device, second);
    EXPECT_EQ(lockstep_read(device, address, &total, 4), LOCKSTEP_OK);
    lockstep_device_destroy(device);
}

TEST(what_is_not_visible_is_not_linked)
{
    LockstepDevice *device;
    LockstepModule *module;
    lockstep_device_create(NULL, &device);
    EXPECT_EQ(load(device, definition, &module), LOCKSTEP_OK);
    EXPECT_EQ(load(device, use_hidden, &module), LOCKSTEP_ERROR_INPUT);
    EXPECT(strstr(lockstep_messages(device), "'hidden'") != NULL);
    EXPECT_EQ(lockstep_module_load(device, use, strlen(use), "unit.cu", &module),
              LOCKSTEP_ERROR_INPUT);
    lockstep_device_destroy(device);
}

TEST(a_managed_variable_is_the_hosts_with_the_hosts_value)
{
    LockstepDevice *device;
    LockstepModule *module;
    uint64_t address = 0, size_bytes = 0;
    lockstep_device_create(NULL, &device);
    EXPECT_EQ(load(device, definition, &module), LOCKSTEP_OK);
    EXPECT_EQ(lockstep_symbol(device, module, "both", &address, &size_bytes), LOCKSTEP_OK);
    EXPECT_EQ(address, (uint64_t)(uintptr_t)&host_both);
    EXPECT_EQ(host_both, 11);
    lockstep_device_destroy(device);
}
