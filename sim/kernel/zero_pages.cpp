// Asking the system for zeroed pages, and giving them back.
#include "sim/kernel/zero_pages.hpp"

#include <sys/mman.h>

#include <new>

namespace hitm::sim {

ZeroBytes::ZeroBytes(std::size_t size) : size_{size} {
    data_ = ::mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (data_ == MAP_FAILED) throw std::bad_alloc{};
}

ZeroBytes::~ZeroBytes() {
    if (data_ != nullptr) ::munmap(data_, size_);
}

}  // namespace hitm::sim
